import { createElement } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ModuleLabels } from '#kernel/labels.ts'
import { currentLanguage, defineLabels, provideLabels, setLanguage, useLabels, withWords } from './i18n.ts'

const labels = { screens: { here: 'Có mặt' }, fields: {}, enums: {} } satisfies ModuleLabels

/** Fails so many times, then brings the words. */
function source(failures: number) {
  let calls = 0
  const load = () => {
    calls += 1
    return calls > failures ? Promise.resolve(labels) : Promise.reject(new Error('gone'))
  }
  return { vi: load, en: load }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const handle = (module: string) => defineLabels<typeof labels>(module)

function Typed({ words }: { words: ReturnType<typeof handle> }) {
  return createElement('p', null, `typed ${useLabels(words).screen('here')}`)
}

async function drawn(words: ReturnType<typeof handle>): Promise<string> {
  const stream = await renderToReadableStream(createElement(Typed, { words }))
  await stream.allReady
  return new Response(stream).text()
}

it('the language chosen last stays, however late the words of an earlier choice come', async () => {
  vi.stubGlobal('localStorage', { setItem: () => undefined })
  vi.stubGlobal('document', { documentElement: {} })
  let arrive = (_labels: typeof labels) => {}
  provideLabels({
    slow: {
      vi: async () => labels,
      en: () =>
        new Promise((resolve) => {
          arrive = resolve
        }),
    },
  })
  await withWords(async () => handle('slow'))
  const english = setLanguage('en')
  await setLanguage('vi')
  arrive(labels)
  await english
  expect(currentLanguage()).toBe('vi')
  vi.unstubAllGlobals()
})

it('a page is drawn with the words that there are, and with the others when they come', async () => {
  // The first try is that of defineLabels; the page tries itself, and once more behind.
  provideLabels({ late: source(3) })
  const words = handle('late')
  expect(await drawn(words)).toBe('<p>typed </p>')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await drawn(words)).toBe('<p>typed Có mặt</p>')
})

it('a chunk waits for its own words, not for those that somebody else misses', async () => {
  provideLabels({ gone: source(Number.POSITIVE_INFINITY), own: source(0) })
  handle('gone')
  const chunk = withWords(async () => handle('own'))
  await expect(drawn(await chunk)).resolves.toBe('<p>typed Có mặt</p>')
  await expect(withWords(async () => null, 'gone')).rejects.toThrow('gone')
})
