import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { Pixels } from '../../store/png.ts'

await initWasm(
  readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')),
)

/**
 * Draws an SVG that contains no text, with the same pixels on every machine.
 *
 * @param width in pixels; the height follows from the SVG's own proportions
 * @throws {Error} when the SVG is not valid
 */
export function drawPixels(svg: string, width: number): Pixels {
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: width } })
  try {
    const image = drawing.render()
    try {
      // The pixels are already a copy. WebAssembly memory that is not freed leaks.
      return { width: image.width, height: image.height, rgba: image.pixels }
    } finally {
      image.free()
    }
  } finally {
    drawing.free()
  }
}
