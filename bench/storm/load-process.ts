import type { LoadOrder } from './load-order.ts'
import { runLoad } from './run-load.ts'

/** A process of its own for load: carries out one order after the other, and ends with its parent. */

let over = new AbortController()
process.on('message', (order: LoadOrder | 'over') => {
  if (order === 'over') {
    over.abort()
    return
  }
  over = new AbortController()
  void runLoad(order, over.signal).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit())
