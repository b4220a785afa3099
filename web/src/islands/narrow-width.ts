/** Up to this width, inclusive, a window is narrow. The style says the same; a test compares them. */
export const NARROW_MAX_PX = 576
