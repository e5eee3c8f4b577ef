import type { z } from 'zod'
import type { Firing } from '#kernel/contract.ts'
import { fieldMeta } from '#kernel/primitives.ts'
import { may } from '../../session/session-store.ts'
import type { Action } from './action.ts'

/** Fields by name: of an input, or of a row. */
export type Shape = Readonly<Record<string, z.ZodType>>

/** Whether a row is one of these: what opens an action from elsewhere may hand over less ({ id }). */
export function isWhole(shape: Shape, row: unknown): boolean {
  return Object.entries(shape).every(([field, schema]) => field in (row as object) || schema.isOptional())
}

/** The field that holds the state of a machine. */
export function stateField(shape: Shape, { name }: Firing['machine']): string | undefined {
  return Object.keys(shape).find((field) => {
    const { kind, labels } = fieldMeta(shape[field] as z.ZodType)
    return kind === 'status' && labels === name
  })
}

/** Whether one of the events may be fired from the row's state. A shape without the state of that machine is a fault of the screen. */
export function mayFire(fires: Firing | undefined, shape: Shape, row: unknown): boolean {
  if (!fires) return true
  const field = stateField(shape, fires.machine)
  if (field === undefined) throw new Error(`the rows do not hold the state of ${fires.machine.name}`)
  const state = (row as Record<string, unknown>)[field] as string
  return fires.events.some((event) => fires.machine.events[event]?.from.includes(state))
}

/** The actions of a place that the person may do; those of a row also by what the row is like. */
export function offered(
  actions: readonly Action<unknown>[],
  place: Action<unknown>['place'],
  user: Parameters<typeof may>[0],
  shape: Shape,
  row?: unknown,
): Action<unknown>[] {
  return actions.filter(
    (action) =>
      action.place === place &&
      (!action.permission || may(user, action.permission)) &&
      (place === 'page' || (mayFire(action.fires, shape, row) && action.when(row))),
  )
}

/** The state that the event leads to, where the input of its command names it: a command for several events. */
export function stateSent(shape: Shape, fires: Firing | undefined): Record<string, unknown> {
  const [event] = fires?.events ?? []
  const field = fires && stateField(shape, fires.machine)
  return field && event !== undefined ? { [field]: fires.machine.events[event]?.to } : {}
}
