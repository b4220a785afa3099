import { slugify } from '../text/slugify.ts'

/**
 * The id of the heading above the facts of a subject. No fact can have it: their names have no
 * underscore. Subjects that differ only in case, spaces or signs share one.
 */
export const subjectElementId = (subject: string) => `subject_${slugify(subject)}`
