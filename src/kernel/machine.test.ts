import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineBulk, defineCommand } from './contract.ts'
import { defineMachine, eventsFrom, toneOf } from './machine.ts'
import { fieldMeta } from './primitives.ts'

const machine = defineMachine({
  name: 'kernelTest.door',
  initial: 'OPEN',
  states: { OPEN: { tone: 'neutral' }, SHUT: { tone: 'moving' }, GONE: { tone: 'failure', final: true } },
  events: {
    shut: { from: ['OPEN'], to: 'SHUT' },
    open: { from: ['SHUT'], to: 'OPEN' },
    remove: { from: ['OPEN', 'SHUT'], to: 'GONE' },
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

  it('is named by the commands that fire its events, and by no event it does not have', () => {
    const rest = { path: '/door/v1/shut', permission: 'door/update', summary: { vi: 'Shuts', en: 'Shuts' } }
    const command = defineCommand({ ...rest, fires: [machine, 'shut', 'open'], input: {}, output: z.object({}) })
    expect(command.fires).toEqual({ machine, events: ['shut', 'open'] })
    expect(defineBulk({ ...rest, fires: [machine, 'shut'], input: {} }).fires?.events).toEqual(['shut'])
    expect('fires' in defineCommand({ ...rest, input: {}, output: z.object({}) })).toBe(false)
    // @ts-expect-error the machine has no such event
    defineCommand({ ...rest, fires: [machine, 'melt'], input: {}, output: z.object({}) })
  })
})
