import { z } from 'zod'
import { UnitLevelField } from '#core/organisation/contract/unit.ts'
import { defineCommand, defineQuery } from '#kernel/contract.ts'
import { CodeText, Count, DateOnly, Id, Timestamp, UnitText } from '#kernel/primitives.ts'
import { DAY_CLOSE } from './days.ts'
import { dayMachine } from './machine.ts'

const PATH = '/cfm-admin/day-close-progress/v1'

/** A unit that keeps cash, on one date. */
export const UnitProgress = z.object({
  unitId: Id,
  unitCode: CodeText,
  unitName: UnitText,
  unitLevel: UnitLevelField,
  /** Names of the units above it, from the top of what was asked for. */
  parentName: UnitText.nullable(),
  /** Null: nobody has begun this date there. */
  dayId: Id.nullable(),
  status: dayMachine.status.nullable(),
  closedAt: Timestamp.nullable(),
  /** The earliest day that is not closed, up to this date, and for how many days it has been open. */
  openSince: DateOnly.nullable(),
  openDayId: Id.nullable(),
  daysLate: Count,
  /** What holds its close up. */
  blockers: Count,
  remindedAt: Timestamp.nullable(),
})
export type UnitProgress = z.output<typeof UnitProgress>

export const dayProgress = defineQuery({
  path: `${PATH}/units`,
  permission: `${DAY_CLOSE}/view`,
  summary: { vi: 'Tiến độ chốt ngày của các đơn vị', en: 'Progress of the day close by unit' },
  input: { date: DateOnly, /** With everything below; default: all that the caller sees. */ unitId: Id.optional() },
  /** Closed of all that keep cash, whether their day has begun or not. */
  output: z.object({ closed: Count, all: Count, units: z.array(UnitProgress) }),
})

/** Notifies those who may close there; at most once an hour a unit. */
export const remindUnits = defineCommand({
  path: `${PATH}/remind`,
  permission: `${DAY_CLOSE}/remind`,
  summary: { vi: 'Nhắc các đơn vị chưa chốt ngày', en: 'Remind units that have not closed their day' },
  input: { date: DateOnly, unitIds: z.array(Id).min(1).max(1000) },
  output: z.object({ units: Count, people: Count }),
})
