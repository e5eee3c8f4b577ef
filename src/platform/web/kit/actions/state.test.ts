import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import { isWhole, mayFire, stateField, stateSent } from './state.ts'

const machine = defineMachine({
  name: 'kitTest.door',
  initial: 'OPEN',
  states: { OPEN: { tone: 'success' }, SHUT: { tone: 'neutral' } },
  events: { shut: { from: ['OPEN'], to: 'SHUT' }, open: { from: ['SHUT'], to: 'OPEN' } },
})
const row = { id: z.string(), state: machine.status.nullable() }
const rest = { path: '/door/v1/turn', permission: 'door/update', summary: { vi: 'Đóng mở', en: 'Turn' }, output: z.object({}) }
const turn = defineCommand({ ...rest, fires: [machine, 'shut', 'open'], input: { to: machine.status } })
const shut = { machine, events: ['shut'] }

it('offers an event in its from-states only, and what fires nothing always', () => {
  expect([mayFire(shut, row, { state: 'OPEN' }), mayFire(shut, row, { state: 'SHUT' })]).toEqual([true, false])
  expect(mayFire(turn.fires, row, { state: 'SHUT' })).toBe(true)
  expect(mayFire(undefined, {}, {})).toBe(true)
})

it('finds the state by its machine, and says when the rows do not hold it', () => {
  expect(stateField(row, machine)).toBe('state')
  expect(() => mayFire(shut, { id: z.string() }, {})).toThrow('kitTest.door')
})

it('knows a row of the screen from what holds less', () => {
  const shape = { ...row, note: z.string().optional() }
  expect([isWhole(shape, { id: '1', state: null }), isWhole(shape, { id: '1' })]).toEqual([true, false])
})

it('sends the state that the event leads to, where the command asks for it', () => {
  expect(stateSent(turn.input.shape, shut)).toEqual({ to: 'SHUT' })
  expect(stateSent({ id: z.string() }, shut)).toEqual({})
})
