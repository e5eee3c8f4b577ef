import { expect, test } from 'vitest'
import { eventReader } from './messages.ts'

test('events come whole, however the stream is cut', () => {
  const stream = 'retry: 1000\n\n:\n\ndata: {"topic":"a"}\n\n:\n\ndata: one\ndata: two\n\ndata: unfinished'
  for (let size = 1; size <= stream.length; size++) {
    const read = eventReader()
    const found: string[] = []
    for (let at = 0; at < stream.length; at += size) found.push(...read(stream.slice(at, at + size)))
    expect(found, `in pieces of ${size}`).toEqual(['{"topic":"a"}', 'one\ntwo'])
  }
})
