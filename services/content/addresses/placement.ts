/** Where an article is filed: a subcategory, and topics in it as the article writes them. */
export interface Placement {
  category: string
  subcategory: string
  topics: string[]
}
