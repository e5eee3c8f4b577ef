import { expect, it } from 'vitest'
// @ts-expect-error plain JavaScript, which runs before anything is installed
import { growingSeconds, longestJourney, looksOf, median, withNeighbours } from './run/slope.mjs'

it('seconds of looks are those of each screen, shared by the workers', () => {
  const test = (...descriptions: string[]) => ({ tests: [{ annotations: descriptions.map((description) => ({ type: 'screen', description })) }] })
  const report = { config: { workers: 2 }, suites: [{ suites: [{ specs: [test('3000 /a', '1000 /b')] }], specs: [test('5000 /a'), { tests: [{}] }] }] }
  expect([...looksOf(report)]).toEqual([
    ['/a', 4],
    ['/b', 0.5],
  ])
})

it('the longest journey is one with a language, by its last try', () => {
  const spec = (tags: string[], ...durations: number[]) => ({ tags, tests: [{ results: durations.map((duration) => ({ duration })) }] })
  const report = { suites: [{ specs: [spec(['vi'], 90_000, 12_000), spec([], 300_000)], suites: [{ specs: [spec(['en'], 9_000)] }] }] }
  expect(longestJourney(report)).toBe(12)
  expect(longestJourney(undefined)).toBe(0)
})

it('seconds of tests that grow are those of the files that do', () => {
  const testResults = [
    { name: 'grows', startTime: 1000, endTime: 4000 },
    { name: 'does not', startTime: 0, endTime: 90_000 },
  ]
  expect(growingSeconds({ testResults }, (name: string) => name === 'grows', 2)).toBe(1.5)
  expect(median([9, 1, 5])).toBe(5)
})

it('a screen is counted with the files of its own folder that it imports, each once', () => {
  const files: Record<string, string> = {
    '/x/screen.tsx': "import { a } from './a.tsx'\nimport { far } from '../far.ts'\nimport { b } from './b.ts'",
    '/x/a.tsx': "import { b } from './b.ts'",
    '/x/b.ts': "import { a } from './a.tsx'",
  }
  expect([...withNeighbours('/x/screen.tsx', (path: string) => files[path] ?? '')]).toEqual(['/x/screen.tsx', '/x/a.tsx', '/x/b.ts'])
})
