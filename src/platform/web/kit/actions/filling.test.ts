import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import { fillingOf } from './filling.ts'

const machine = defineMachine({
  name: 'kitTest.window',
  initial: 'OPEN',
  states: { OPEN: { tone: 'success' }, SHUT: { tone: 'neutral' } },
  events: { shut: { from: ['OPEN'], to: 'SHUT' } },
})
const rest = { permission: 'window/update', summary: { vi: 'Cửa sổ', en: 'Window' }, output: z.object({}) }
const identity = { id: z.string(), version: z.number() }
const change = defineCommand({
  ...rest,
  path: '/window/v1/change',
  input: { ...identity, name: z.string(), panes: z.array(z.object({ key: z.string(), colour: z.string() })) },
})
const shut = defineCommand({ ...rest, path: '/window/v1/shut', fires: [machine, 'shut'], input: { ...identity, state: machine.status, reason: z.string() } })

const record = { id: '7', version: 3, name: 'North', panes: [{ key: 'a', colour: 'red', area: '1' }], owner: 'admin', builtin: true }
const action = { key: 'edit', danger: false, fires: undefined }

it('starts a change with the fields that the command takes, and sends the version that the fields stand on', () => {
  const { initial, toInput } = fillingOf({ contract: change, editing: true, action, options: {} }, record)
  expect(initial).toEqual({ id: '7', version: 3, name: 'North', panes: [{ key: 'a', colour: 'red' }] })
  expect(toInput({ name: 'South' }, 5)).toEqual({ id: '7', version: 5, name: 'South' })
})

it('reads a record that somebody else has changed as the form read its own, with what the answer does not say', () => {
  const options = { values: (one: unknown) => ((one as typeof record).builtin ? { name: (one as typeof record).name } : { name: 'not built in' }) }
  const { initial, valuesOf } = fillingOf({ contract: change, editing: true, action, options }, record)
  expect([initial, valuesOf({ name: 'East' })]).toEqual([{ name: 'North' }, { name: 'East' }])
})

it('sends the record, the version that was seen, the state of the event and what was asked for', () => {
  const { initial, toInput } = fillingOf(
    {
      contract: shut,
      editing: false,
      action: { key: 'shut', danger: true, fires: { machine, events: ['shut'] } },
      options: { toInput: ({ reason }) => ({ reason: `${reason}!` }) },
    },
    record,
  )
  expect(initial).toEqual({})
  expect(toInput({ reason: 'rain' }, 9)).toEqual({ id: '7', version: 3, state: 'SHUT', reason: 'rain!' })
})
