import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { countRequestDurations } from './request-durations.ts'

test('durations are counted in every bucket that contains them', async () => {
  const metrics = new Registry()
  metrics.setDefaultLabels({ service: 'test' })
  const durations = countRequestDurations(metrics)
  for (const seconds of [0.001, 0.005, 0.3, 60]) durations.series('GET', '/*', 200).add(seconds)
  durations.series('GET', '/*', 304).add(0.001)

  const lines = (await metrics.metrics()).split('\n')
  const figure = (name: string, labels: string) =>
    lines
      .find((line) => line.startsWith(`http_server_request_duration_seconds_${name}{${labels}`))
      ?.split(' ')
      .at(-1)

  expect(lines).toContain('# TYPE http_server_request_duration_seconds histogram')
  const labels = 'method="GET",route="/*",status="200"'
  expect(
    ['0.005', '0.25', '0.5', '10', '+Inf'].map((le) => figure('bucket', `${labels},le="${le}"`)),
  ).toEqual(['2', '2', '3', '3', '4'])
  expect(figure('count', `${labels},service="test"`)).toBe('4')
  expect(Number(figure('sum', labels))).toBeCloseTo(60.306)
  expect(figure('count', 'method="GET",route="/*",status="304"')).toBe('1')
})
