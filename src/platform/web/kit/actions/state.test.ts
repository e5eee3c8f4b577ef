import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import type { Action } from './action.ts'
import { isWhole, mayFire, offered, stateField, stateSent } from './state.ts'

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

it('offers of a place what the person may do, of a row also what its state and the screen allow', () => {
  const action = (key: string, more: Partial<Action<unknown>>): Action<unknown> => ({
    key,
    place: 'row',
    permission: undefined,
    danger: false,
    primary: false,
    icon: null,
    fires: undefined,
    when: () => true,
    dialog: undefined,
    go: undefined,
    ...more,
  })
  const actions = [
    action('create', { place: 'page', permission: 'door/create' }),
    action('view', {}),
    action('shut', { permission: 'door/update', fires: shut }),
    action('paint', { permission: 'door/paint' }),
    action('unhinge', { when: (one) => (one as { old?: true }).old === true }),
  ]
  const user = { permissions: ['door/create', 'door/update'] }
  const keys = (place: 'page' | 'row', one?: object) => offered(actions, place, user, row, one).map(({ key }) => key)
  expect(keys('page')).toEqual(['create'])
  expect(keys('row', { state: 'OPEN' })).toEqual(['view', 'shut'])
  expect(keys('row', { state: 'SHUT', old: true })).toEqual(['view', 'unhinge'])
  expect(offered(actions, 'row', null, row, { state: 'OPEN' }).map(({ key }) => key)).toEqual(['view'])
})
