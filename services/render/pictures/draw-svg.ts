import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { Pixels } from './png.ts'

let ready: Promise<void> | undefined

/**
 * Draws an SVG without text, the same pixels on every machine.
 *
 * @param width pixels; the height follows from the SVG's own proportions
 * @throws {Error} when the SVG is none
 */
export async function drawPixels(svg: string, width: number): Promise<Pixels> {
  ready ??= initWasm(
    readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')),
  )
  await ready
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: width } })
  try {
    const image = drawing.render()
    try {
      // The pixels are a copy already. What is not freed stays in use for ever.
      return { width: image.width, height: image.height, rgba: image.pixels }
    } finally {
      image.free()
    }
  } finally {
    drawing.free()
  }
}
