import type { SearchHit } from '#shared/contracts/page.ts'

interface MarkedTextProps {
  text: string
  /** Half-open ranges of UTF-16 units, in any order; they may overlap. */
  marks: SearchHit['marks']
}

export function MarkedText({ text, marks }: MarkedTextProps) {
  return splitByMarks(text, marks).map(({ start, part, isMarked }) =>
    isMarked ? <mark key={start}>{part}</mark> : <span key={start}>{part}</span>,
  )
}

function splitByMarks(text: string, marks: SearchHit['marks']) {
  const parts: { start: number; part: string; isMarked: boolean }[] = []
  let position = 0
  const add = (end: number, isMarked: boolean) => {
    if (end <= position) return
    parts.push({ start: position, part: text.slice(position, end), isMarked })
    position = end
  }
  for (const [start, end] of [...marks].sort((a, b) => a[0] - b[0])) {
    add(Math.min(start, text.length), false)
    add(Math.min(end, text.length), true)
  }
  add(text.length, false)
  return parts
}
