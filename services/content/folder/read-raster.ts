import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { measureRaster, type RasterSize, type UnusableRaster } from '../rasters/open-raster.ts'

const MAX_BYTES = 4 * 1024 * 1024

/** Reads the file of a photograph or screenshot to its end, whatever its name says. */
export async function readRaster(
  folder: string,
  file: string,
): Promise<(RasterSize & { bytes: Buffer }) | UnusableRaster> {
  const { size } = await stat(path.join(folder, file))
  if (size > MAX_BYTES) {
    const message = `has ${Math.ceil(size / 1024)} KB: make it smaller, ${MAX_BYTES / 1024} KB at most`
    return { message, isTooLarge: true }
  }
  const bytes = await readFile(path.join(folder, file))
  const measured = await measureRaster(bytes)
  if ('message' in measured) return measured
  return { ...measured, bytes }
}
