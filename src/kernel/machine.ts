import { z } from 'zod'

/** What a status colour means, everywhere the same: see the design tokens of the shell. */
export type Tone = 'neutral' | 'moving' | 'success' | 'failure' | 'attention' | 'unknown'

export interface MachineEvent<S extends string> {
  from: readonly S[]
  to: S
}

export interface Machine<S extends string = string, E extends string = string> {
  /** 'module.enumName': where the labels of the states stand. */
  name: string
  initial: S
  states: Record<S, { tone: Tone; final?: boolean }>
  events: Record<E, MachineEvent<S>>
  /** zod enum of the states, shown as a status tag. */
  status: z.ZodEnum<{ [K in S]: K }>
}

/** Declares states and events once; the server fires by conditional UPDATE, the buttons read the same machine (`fires` of a command). */
export function defineMachine<const S extends string, const E extends string>(machine: {
  name: string
  initial: NoInfer<S>
  states: Record<S, { tone: Tone; final?: boolean }>
  events: Record<E, MachineEvent<NoInfer<S>>>
}): Machine<S, E> {
  const names = Object.keys(machine.states) as S[]
  const status = z.enum(names as [S, ...S[]]).meta({ kind: 'status', labels: machine.name }) as unknown as Machine<S, E>['status']
  tones.set(machine.name, machine.states)
  return { ...machine, status }
}

const tones = new Map<string, Record<string, { tone: Tone }>>()

/** The tone of a state by the machine's name, for tags; neutral when nothing is known of it. */
export function toneOf(machineName: string, state: string): Tone {
  return tones.get(machineName)?.[state]?.tone ?? 'neutral'
}

/** The events that may be fired from a state. */
export function eventsFrom<S extends string, E extends string>(machine: Machine<S, E>, state: S): E[] {
  return (Object.keys(machine.events) as E[]).filter((event) => machine.events[event].from.includes(state))
}
