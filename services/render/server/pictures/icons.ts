import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { encodePng, type Pixels } from '../../store/png.ts'
import { COLORS } from './colors.ts'
import { drawPixels } from './draw-svg.ts'
import { MARK } from './mark.ts'

interface Icon {
  /** Relative to the folder of the SVG files. */
  name: string
  bytes: Buffer
}

/** Icons are made once and sent often, so every byte is worth the time. */
const LEAST = { least: true }
const ICO_SIZE = 32

/**
 * The icons that devices request and do not accept as SVG.
 *
 * @param folder the folder of `favicon.svg`
 */
export async function makeIcons(folder: string): Promise<Icon[]> {
  const favicon = await readFile(path.join(folder, 'favicon.svg'), 'utf8')
  // Like the logo, without the space around it.
  const rounded = iconSvg('4 4 64 64', '<rect x="4" y="4" width="64" height="64" rx="16"/>')
  // Devices round the corners themselves.
  const square = iconSvg('4 5 64 64', '<rect width="72" height="72"/>')
  // Devices may cut off everything outside a circle of four fifths of the width.
  const maskable = iconSvg('-6 -5 84 84', '<rect x="-6" y="-5" width="84" height="84"/>')
  return [
    { name: 'favicon.ico', bytes: encodeIco(drawPixels(favicon, ICO_SIZE)) },
    { name: 'apple-touch-icon.png', bytes: draw(square, 180) },
    { name: 'icons/icon-192.png', bytes: draw(rounded, 192) },
    { name: 'icons/icon-512.png', bytes: draw(rounded, 512) },
    { name: 'icons/maskable-512.png', bytes: draw(maskable, 512) },
  ]
}

const draw = (svg: string, width: number) => encodePng(drawPixels(svg, width), LEAST)

const iconSvg = (viewBox: string, ground: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><g fill="${COLORS.deep}">${ground}</g>${MARK}</svg>`

/** An ICO file with one picture. Since Windows Vista it may be a PNG file without a palette. */
function encodeIco(pixels: Pixels): Buffer {
  const png = encodePng(pixels, { ...LEAST, palette: false })
  const start = Buffer.alloc(22)
  // Type: an icon. Number of pictures.
  start.writeUInt16LE(1, 2)
  start.writeUInt16LE(1, 4)
  start.set([ICO_SIZE, ICO_SIZE], 6)
  // Planes and bits per pixel.
  start.writeUInt16LE(1, 10)
  start.writeUInt16LE(32, 12)
  start.writeUInt32LE(png.length, 14)
  start.writeUInt32LE(start.length, 18)
  return Buffer.concat([start, png])
}
