import { z } from 'zod'
import { defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import { enumOf, Id, SearchText } from '#kernel/primitives.ts'

export const UNIT_LEVELS = ['HEAD_OFFICE', 'PROVINCE', 'DISTRICT', 'POST_OFFICE', 'PAYOUT_POINT'] as const
export type UnitLevel = (typeof UNIT_LEVELS)[number]

export const UnitLevelField = enumOf('organisation.unitLevel', UNIT_LEVELS)
/** Of units and of members of staff. What is closed stays so: a unit that opens again is a new one. */
export const unitMachine = defineMachine({
  name: 'organisation.unitStatus',
  initial: 'ACTIVE',
  states: { ACTIVE: { tone: 'success' }, LOCKED: { tone: 'attention' }, CLOSED: { tone: 'neutral', final: true } },
  events: {
    lock: { from: ['ACTIVE'], to: 'LOCKED' },
    unlock: { from: ['LOCKED'], to: 'ACTIVE' },
    close: { from: ['ACTIVE', 'LOCKED'], to: 'CLOSED' },
  },
})
export const UnitStatus = unitMachine.status
export const PartnerKind = enumOf('organisation.partnerKind', ['OWN', 'BANK'])
export type PartnerKind = z.output<typeof PartnerKind>

/** A unit as selectors show it; `hasChildren` says whether a tree node opens. */
export const UnitNode = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  level: UnitLevelField,
  parentId: Id.nullable(),
  status: UnitStatus,
  hasChildren: z.boolean(),
})
export type UnitNode = z.output<typeof UnitNode>

/**
 * Units for selectors, inside the caller's scope, by code, at most 200. `text` finds by code or name, `parentId` gives children,
 * `levels` and `ids` narrow down; with none of them: the top of what the caller may see.
 */
export const searchUnits = defineQuery({
  method: 'POST',
  path: '/pp-admin/org-unit/v1/tree',
  permission: SIGNED_IN,
  summary: { vi: 'Đơn vị để chọn và dựng cây', en: 'Units for selection and trees' },
  input: { parentId: Id.optional(), text: SearchText, levels: z.array(UnitLevelField).min(1).max(5).optional(), ids: z.array(Id).min(1).max(50).optional() },
  output: z.array(UnitNode),
})

/**
 * One step of choosing a unit from the province down. `inScope` is false for a unit that only leads to one of the caller's: it may be
 * passed through, not chosen.
 */
export const UnitStep = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  level: UnitLevelField,
  parentId: Id.nullable(),
  status: UnitStatus,
  inScope: z.boolean(),
})
export type UnitStep = z.output<typeof UnitStep>

export const provinceByStaff = defineQuery({
  path: '/org-unit-staff/v1/provinceByStaff',
  permission: SIGNED_IN,
  summary: { vi: 'Bưu điện tỉnh, thành phố có đơn vị trong phạm vi của mình', en: 'Province units that are, or lead to, units of the caller’s scope' },
  input: {},
  output: z.array(UnitStep),
})

export const districtByStaff = defineQuery({
  path: '/org-unit-staff/v1/districtByStaff',
  permission: SIGNED_IN,
  summary: {
    vi: 'Bưu điện khu vực của một tỉnh, thành phố có đơn vị trong phạm vi của mình',
    en: 'Operating districts of a province unit that are, or lead to, units of the caller’s scope',
  },
  input: { parentId: Id },
  output: z.array(UnitStep),
})

export const communeByStaff = defineQuery({
  path: '/org-unit-staff/v1/communeByStaff',
  permission: SIGNED_IN,
  summary: {
    vi: 'Bưu cục và điểm chi trả của một khu vực, trong phạm vi của mình',
    en: 'Post offices and payout points of an operating district in the caller’s scope',
  },
  input: { parentId: Id },
  output: z.array(UnitStep),
})
