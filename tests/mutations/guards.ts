import { each, type GuardedPlaces } from './guarded-places.ts'

const RUNTIME = 'web/src/runtime'
const FETCHING = 'services/content/facts/fetching'
const FETCHING_TESTS = 'tests/integration/content/facts/fetching'

/** Limits that an attack, a hanging server or a long day would find missing. */
export const GUARDS: readonly GuardedPlaces[] = [
  {
    holds: 'descriptors left for files and the database',
    test: ['services/shared/http/bound-connections.test.ts', 'four fifths of the file descriptors'],
    changes: each('services/shared/http/bound-connections.ts', '= 4 / 5', '= 1', '= 5 / 6'),
  },
  {
    holds: 'memory while a hostile text is read',
    test: [
      'services/content/markdown/bound-parts.test.ts',
      'a text may have 100,000 parts and no more',
    ],
    changes: each(
      'services/content/markdown/bound-parts.ts',
      '= 100_000',
      '= 99_999',
      '= 100_001',
      '= 200_000',
    ),
  },
  {
    holds: 'room for others beside one reader',
    test: [
      'services/shared/room.test.ts',
      'has fifty of a hundred for one of them, and not fifty-one',
    ],
    changes: each('services/shared/room.ts', 'SHARE = 0.5', 'SHARE = 0.49', 'SHARE = 0.51'),
  },
  {
    holds: 'an answer to probes while a dependency hangs',
    test: ['services/shared/http/ops-server.test.ts', 'does not wait for a check that hangs'],
    changes: each('services/shared/http/ops-server.ts', 'MS = 2_000', 'MS = 1_999', 'MS = 2_001'),
  },
  {
    holds: 'a reader whose server does not answer',
    test: [`${RUNTIME}/load-page.test.ts`, 'a request without an answer'],
    changes: each(`${RUNTIME}/request-json.ts`, 'MS = 10_000', 'MS = 9_999', 'MS = 10_001'),
  },
  {
    holds: 'a budget for prefetched pages',
    test: [`${RUNTIME}/prefetch-queue.test.ts`, 'are fetched up to a budget'],
    changes: each(`${RUNTIME}/prefetch-queue.ts`, 'VIEW = 20', 'VIEW = 19', 'VIEW = 21'),
  },
  {
    holds: 'prefetching while one page hangs',
    test: [`${RUNTIME}/prefetch-queue.test.ts`, 'one that never ends'],
    changes: each(`${RUNTIME}/prefetch-queue.ts`, 'MS = 5_000', 'MS = 4_999', 'MS = 5_001'),
  },
  {
    holds: 'a cached page instead of a late server',
    test: [
      'web/src/service-worker/network-first.test.ts',
      'the cached answer is used when the server is late',
    ],
    changes: each(
      'web/src/service-worker/network-first.ts',
      'MS = 3_000',
      'MS = 3_001',
      'MS = 4_000',
    ),
  },
  {
    holds: 'an answer of the server in time',
    test: ['web/src/service-worker/network-first.test.ts', 'is used when it comes in time'],
    changes: each(
      'web/src/service-worker/network-first.ts',
      'MS = 3_000',
      'MS = 2_998',
      'MS = 2_000',
    ),
  },
  {
    holds: 'a tab that is open during a deploy',
    test: [`${RUNTIME}/build-check.test.ts`, 'calls back after five minutes'],
    changes: each(`${RUNTIME}/build-check.ts`, '5 * 60_000', '299_999', '300_001'),
  },
  {
    holds: 'an address of a fact that is not asked too often',
    test: [`${FETCHING_TESTS}/entered-values.test.ts`, 'is asked for at most once an hour'],
    changes: each(`${FETCHING}/note-result.ts`, '= 60 * 60_000', '= 3_599_999', '= 3_600_001'),
  },
  {
    holds: 'a fact whose address sends too much',
    test: [`${FETCHING_TESTS}/refused-values.test.ts`, 'a value is refused, and an address fails'],
    changes: each(`${FETCHING}/ask-address.ts`, '= 2 * 1024 * 1024', '= 2_097_151', '= 2_097_153'),
  },
  {
    holds: 'a fact whose address says what is not plausible',
    test: [`${FETCHING}/judge-value.test.ts`, 'is plausible up to'],
    changes: [
      [`${FETCHING}/judge-value.ts`, 'figure < least', 'figure <= least'],
      [`${FETCHING}/judge-value.ts`, 'figure > most', 'figure >= most'],
      [`${FETCHING}/judge-value.ts`, 'difference > step', 'difference >= step'],
    ],
  },
]
