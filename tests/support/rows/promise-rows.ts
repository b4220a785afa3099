import type { Section } from './tables.ts'

/** The promises of services/README.md. */
export const PROMISES: Section = {
  heads: ['promise'],
  rows: {
    P1: { says: ['Exact search'] },
    P2: { says: ['Work per edit is flat'] },
    P3: { says: ['One truth per page'] },
    P4: { says: ['Readers survive everything'] },
    P5: { says: ['No acknowledged edit is lost'] },
    P6: { says: ['No JavaScript is needed'] },
    P7: { says: ['No HTML of others'] },
    P8: { says: ['Derivable'] },
  },
}
