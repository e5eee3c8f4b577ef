import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineBulk, defineCommand } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import { act, bulk, create, edit, show, visit } from './actions.tsx'

const machine = defineMachine({
  name: 'kitTest.gate',
  initial: 'OPEN',
  states: { OPEN: { tone: 'success' }, SHUT: { tone: 'neutral' } },
  events: { shut: { from: ['OPEN'], to: 'SHUT' } },
})
const rest = { path: '/gate/v1/shut', permission: 'gate/update', summary: { vi: 'Đóng', en: 'Shut' } }
const shut = defineCommand({ ...rest, fires: [machine, 'shut'], input: {}, output: z.object({}) })

it('every kind of action asks for the permission and the states of its contract', () => {
  const actions = [act(shut, { key: 'shut' }), edit(shut, []), show(() => null, { contract: shut }), visit('/gate', shut)]
  for (const action of actions) expect(action).toMatchObject({ permission: 'gate/update', fires: { events: ['shut'] } })
  expect(create(shut, []).permission).toBe('gate/update')
  expect(bulk(defineBulk({ ...rest, fires: [machine, 'shut'], input: {} }), { key: 'shut' }).permission).toBe('gate/update')
})
