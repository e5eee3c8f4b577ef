import { z } from 'zod'
import { defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import { enumOf, Id, SearchText } from '#kernel/primitives.ts'

export const UNIT_LEVELS = ['HEAD_OFFICE', 'PROVINCE', 'DISTRICT', 'POST_OFFICE', 'PAYOUT_POINT'] as const
export type UnitLevel = (typeof UNIT_LEVELS)[number]

export const UnitLevelField = enumOf('organisation.unitLevel', UNIT_LEVELS)
export const UnitStatus = enumOf('organisation.unitStatus', ['ACTIVE', 'LOCKED', 'CLOSED'])
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
  summary: 'Organisation units for selectors and trees',
  input: { parentId: Id.optional(), text: SearchText, levels: z.array(UnitLevelField).min(1).max(5).optional(), ids: z.array(Id).min(1).max(50).optional() },
  output: z.array(UnitNode),
})
