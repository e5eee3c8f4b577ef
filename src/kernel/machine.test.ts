import { describe, expect, it } from 'vitest'
import { defineMachine, eventsFrom, toneOf } from './machine.ts'
import { fieldMeta } from './primitives.ts'

const machine = defineMachine({
  name: 'kernelTest.door',
  initial: 'OPEN',
  states: { OPEN: { tone: 'neutral' }, SHUT: { tone: 'moving' }, GONE: { tone: 'failure', final: true } },
  events: {
    shut: { from: ['OPEN'], to: 'SHUT', action: 'update' },
    open: { from: ['SHUT'], to: 'OPEN' },
    remove: { from: ['OPEN', 'SHUT'], to: 'GONE', dual: true, action: 'approve' },
  },
})

describe('a machine', () => {
  it('names the events of each state', () => {
    expect(eventsFrom(machine, 'OPEN')).toEqual(['shut', 'remove'])
    expect(eventsFrom(machine, 'SHUT')).toEqual(['open', 'remove'])
    expect(eventsFrom(machine, 'GONE')).toEqual([])
  })

  it('gives the status field of its rows, labelled by its own name', () => {
    expect(machine.status.options).toEqual(['OPEN', 'SHUT', 'GONE'])
    expect(fieldMeta(machine.status.optional())).toEqual({ kind: 'status', labels: 'kernelTest.door' })
    expect(machine.status.safeParse('AJAR').success).toBe(false)
  })

  it('tells the tone of a state by name, and neutral for what it does not know', () => {
    expect(toneOf('kernelTest.door', 'GONE')).toBe('failure')
    expect(toneOf('kernelTest.door', 'AJAR')).toBe('neutral')
    expect(toneOf('kernelTest.nothing', 'OPEN')).toBe('neutral')
    expect(toneOf('kernelTest.door', 'constructor')).toBe('neutral')
  })
})
