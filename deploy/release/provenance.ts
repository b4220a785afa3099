import type { ReleaseFile } from './release-files.ts'

export interface Build {
  /** Where the source is, as far as Git knows. */
  source: string
  commit: string
  /** Whether files differed from the commit. */
  isDirty: boolean
  version: string
  platforms: readonly string[]
  /** The base of the image: its name, and its digest where it has one. */
  base: { name: string; digest: string | undefined }
  /** Who built it, as a URI. */
  builder: string
  startedAt: Date
  finishedAt: Date
}

/**
 * How the files were made, as a statement that cosign attaches and policies read: in-toto v1 with the
 * provenance of SLSA v1.
 */
export const provenanceOf = (files: readonly ReleaseFile[], build: Build) => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: files.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: predicateOf(build),
})

function predicateOf(build: Build) {
  const { base } = build
  return {
    buildDefinition: {
      buildType: 'https://finlore.example/build/npm-run-release/v1',
      externalParameters: { version: build.version, platforms: build.platforms },
      internalParameters: { changedFiles: build.isDirty },
      resolvedDependencies: [
        { uri: build.source, digest: { gitCommit: build.commit } },
        ...(build.platforms.length > 0
          ? [{ uri: base.name, ...(base.digest && { digest: { sha256: base.digest } }) }]
          : []),
      ],
    },
    runDetails: {
      builder: { id: build.builder },
      metadata: {
        startedOn: build.startedAt.toISOString(),
        finishedOn: build.finishedAt.toISOString(),
      },
    },
  }
}
