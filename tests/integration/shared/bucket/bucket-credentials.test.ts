import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { EnvironmentError } from '#shared/config.ts'
import { parseBucketAddress } from '../../../../services/shared/bucket/bucket-address.ts'
import { openBucket } from '../../../../services/shared/bucket/bucket-client.ts'
import { bucketCredentials } from '../../../../services/shared/bucket/bucket-env.ts'
import { getObject } from '../../../../services/shared/bucket/bucket-objects.ts'

/** Where a client looks that is given no keys. Nothing of the machine may answer in a test. */
const SOURCES = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_PROFILE',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'AWS_ROLE_ARN',
  'AWS_CONTAINER_CREDENTIALS_FULL_URI',
  'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
  'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE',
]
const EXPIRY = '2099-01-01T00:00:00Z'

afterEach(() => void vi.unstubAllEnvs())

/** A bucket that holds nothing, and remembers by which key each request was signed. */
async function emptyBucket() {
  const signedBy: string[] = []
  const url = await serve((request, response) => {
    const key = /Credential=([^/]+)/.exec(request.headers.authorization ?? '')?.[1]
    signedBy.push(key ?? 'nobody')
    response.writeHead(404, { 'content-type': 'application/xml' })
    response.end('<Error><Code>NoSuchKey</Code></Error>')
  })
  const address = parseBucketAddress(`s3://pages?endpoint=${url}`, { wrong: Error })
  return { address, signedBy }
}

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

/** Files of a test, and an environment in which no other source of credentials is named. */
async function withoutKeys() {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-keys-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of SOURCES) vi.stubEnv(name, undefined)
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', path.join(folder, 'credentials'))
  vi.stubEnv('AWS_CONFIG_FILE', path.join(folder, 'config'))
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
  return folder
}

test('a bucket is asked with the token of a service account, as IRSA gives it', async () => {
  const folder = await withoutKeys()
  const { address, signedBy } = await emptyBucket()
  const asked: string[] = []
  const sts = await serve(async (request, response) => {
    for await (const part of request) asked.push(String(part))
    response.writeHead(200, { 'content-type': 'text/xml' })
    response.end(`<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
      <AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>of-the-role</AccessKeyId>
      <SecretAccessKey>secret</SecretAccessKey><SessionToken>session</SessionToken>
      <Expiration>${EXPIRY}</Expiration></Credentials></AssumeRoleWithWebIdentityResult>
      </AssumeRoleWithWebIdentityResponse>`)
  })
  await writeFile(path.join(folder, 'token'), 'token-of-the-account')
  vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', path.join(folder, 'token'))
  vi.stubEnv('AWS_ROLE_ARN', 'arn:aws:iam::123456789012:role/pages')
  vi.stubEnv('AWS_REGION', 'us-east-1')
  vi.stubEnv('AWS_ENDPOINT_URL_STS', sts)

  expect(await getObject(openBucket(address), 'a')).toBeUndefined()
  expect(asked.join('')).toContain('WebIdentityToken=token-of-the-account')
  expect(signedBy).toEqual(['of-the-role'])
})

test('a bucket is asked with the keys that an agent of the pod gives', async () => {
  const folder = await withoutKeys()
  const { address, signedBy } = await emptyBucket()
  const agent = await serve((request, response) => {
    const AccessKeyId = request.headers.authorization === 'of-the-pod' ? 'of-the-agent' : 'nobody'
    response.writeHead(200, { 'content-type': 'application/json' })
    const keys = { SecretAccessKey: 'secret', Token: 'session', Expiration: EXPIRY }
    response.end(JSON.stringify(Object.assign(keys, { AccessKeyId })))
  })
  await writeFile(path.join(folder, 'token'), 'of-the-pod')
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `${agent}/v1/credentials`)
  vi.stubEnv('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE', path.join(folder, 'token'))

  expect(await getObject(openBucket(address), 'a')).toBeUndefined()
  expect(signedBy).toEqual(['of-the-agent'])
})

test('a bucket is asked with the keys of a profile file', async () => {
  const folder = await withoutKeys()
  const { address, signedBy } = await emptyBucket()
  await writeFile(
    path.join(folder, 'credentials'),
    '[default]\naws_access_key_id = of-the-file\naws_secret_access_key = secret\n',
  )
  expect(await getObject(openBucket(address), 'a')).toBeUndefined()
  expect(signedBy).toEqual(['of-the-file'])
})

test('keys that are set go before all others', async () => {
  await withoutKeys()
  const { address, signedBy } = await emptyBucket()
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', 'http://127.0.0.1:9/v1/credentials')
  const keys = { AWS_ACCESS_KEY_ID: 'of-the-settings', AWS_SECRET_ACCESS_KEY: 'secret' }
  const credentials = bucketCredentials(keys)
  expect(await getObject(openBucket(address, credentials), 'a')).toBeUndefined()
  expect(signedBy).toEqual(['of-the-settings'])
  expect(() => bucketCredentials({ AWS_ACCESS_KEY_ID: 'id' })).toThrow(EnvironmentError)
})

test('without any keys the error says what to set', async () => {
  await withoutKeys()
  const { address, signedBy } = await emptyBucket()
  await expect(getObject(openBucket(address), 'a')).rejects.toThrow(
    /no credentials \(set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the process a role\)/,
  )
  expect(signedBy).toEqual([])
})

test('an agent that hangs is not waited for longer than the bucket itself', async () => {
  await withoutKeys()
  const { address } = await emptyBucket()
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', await serve(() => {}))
  const bucket = openBucket(address, undefined, { connectMs: 100, wholeMs: 300 })
  await expect(getObject(bucket, 'a')).rejects.toThrow('it took too long')
})
