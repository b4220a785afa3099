/** In pixels: what the large sites recommend, 1.91 to 1. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const
