import type { ColumnOrder } from './order-column.ts'
import type { Cell } from './table-cells.ts'
import type { BestOption } from './table-options.ts'

/** What is shown of a table whose rows are offers or choices. */
export interface Comparison {
  /** The cells with the best numbers. */
  best: { cell: Cell; is: BestOption['is'] }[]
  /** By the head of each column that readers can sort by. */
  orders: Map<Cell, ColumnOrder>
}
