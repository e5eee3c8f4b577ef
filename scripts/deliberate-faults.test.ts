import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FAULTS } from './deliberate-faults.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

describe('the deliberate faults', () => {
  it('are ten, and docs/testing.md says so of each', () => {
    const documented = read('docs/testing.md')
    expect(FAULTS).toHaveLength(10)
    expect(FAULTS.filter(({ name }) => !documented.includes(name))).toEqual([])
  })

  it.each(FAULTS)('$name: can still be made', ({ file, from, to }) => {
    expect(read(file).split(from)).toHaveLength(2)
    expect(to).not.toBe(from)
  })
})
