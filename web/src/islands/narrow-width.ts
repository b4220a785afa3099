/** A window up to this width, inclusive, is narrow. A test compares it with the style sheets. */
export const NARROW_MAX_PX = 576
