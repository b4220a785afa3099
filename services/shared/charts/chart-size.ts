/**
 * What a picture has room for, in units that are pixels where it is shown in its own width. It is
 * shrunk by a tenth on the smallest phone and by a sixth in the smallest wide window, where its text
 * then is 12 pixels high.
 */
export interface ChartSize {
  /** The class of the picture. */
  name: 'chart-wide' | 'chart-narrow'
  width: number
  /** Of letters. */
  text: number
  /** Of the part with lines. */
  height: number
  /** The room for names beside lines and bars. */
  names: number
}

export const CHART_SIZES: readonly ChartSize[] = [
  { name: 'chart-wide', width: 640, text: 15, height: 270, names: 180 },
  { name: 'chart-narrow', width: 320, text: 14, height: 210, names: 108 },
]

/** The height of a line of text, in heights of letters. */
export const LINE = 1.25
