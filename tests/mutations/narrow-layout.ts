import { each, type GuardedPlaces } from './guarded-places.ts'

const STYLES = 'web/src/styles'
const ISLANDS = 'web/src/islands'

/** Every place that says where a window is narrow. */
export const NARROW_LAYOUT: readonly GuardedPlaces[] = [
  {
    holds: 'M-901',
    test: [`${ISLANDS}/narrow-width.test.ts`, 'a window is narrow up to 576 pixels'],
    changes: [
      ...each(`${ISLANDS}/narrow-width.ts`, '576', '575', '577'),
      [`${STYLES}/article.css`, '<= 576px', '<= 577px'],
      [`${STYLES}/author.css`, '<= 576px', '<= 575px'],
      [`${STYLES}/controls.css`, '<= 576px', '< 576px'],
      [`${STYLES}/copy-link.css`, '<= 576px', '<= 600px'],
      [
        `${STYLES}/fold.css`,
        'font-weight: 600;\n\n  @media (width <= 576px',
        'font-weight: 600;\n\n  @media (width <= 577px',
      ],
      [
        `${STYLES}/fold.css`,
        'var(--space-3);\n\n  @media (width <= 576px',
        'var(--space-3);\n\n  @media (width <= 577px',
      ],
      [`${STYLES}/forced-colors.css`, '> 576px', '> 577px'],
      [`${STYLES}/page-header.css`, '<= 576px', '<= 577px'],
      [`${STYLES}/search-box.css`, '<= 576px', '<= 577px'],
      [`${STYLES}/search-box.css`, '> 576px', '> 575px'],
      [`${STYLES}/shell.css`, '<= 576px) {\n  .site-header-row', '<= 577px) {\n  .site-header-row'],
      [`${STYLES}/shell.css`, '> 576px) {\n  .narrow-only', '>= 576px) {\n  .narrow-only'],
      [`${STYLES}/shell.css`, '> 576px) {\n    .menu-group', '> 577px) {\n    .menu-group'],
      [`${STYLES}/shell.css`, '(576px <', '(577px <'],
      [`${STYLES}/shell.css`, '<= 576px) {\n  .menu-panel', '<= 577px) {\n  .menu-panel'],
      [`${STYLES}/table.css`, '> 576px', '> 577px'],
      [`${STYLES}/table.css`, '<= 576px', '<= 577px'],
      [`${STYLES}/takeaways.css`, '> 576px', '> 577px'],
      [`${STYLES}/top-first.css`, '<= 576px', '<= 577px'],
    ],
  },
]
