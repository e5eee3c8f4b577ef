import { z } from 'zod'
import { defineCommand, defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import { CodeWithDot, DateFromToday, enumOf, Flag, Id, RequiredNote, SearchText, Timestamp, Version } from '#kernel/primitives.ts'

/** Days that one delegation may span. */
export const DELEGATION_DAYS = 92

export const DelegationState = enumOf('approvals.delegationState', ['COMING', 'ACTIVE', 'OVER', 'REVOKED'])
export type DelegationState = z.output<typeof DelegationState>

/** What a person did with it; its state says also whether its days have come. */
export const delegationMachine = defineMachine({
  name: 'approvals.delegationStatus',
  initial: 'GIVEN',
  states: { GIVEN: { tone: 'success' }, REVOKED: { tone: 'neutral', final: true } },
  events: { revoke: { from: ['GIVEN'], to: 'REVOKED' } },
})

const Person = z.object({ account: z.string().meta({ kind: 'code' }), name: z.string().meta({ kind: 'text' }) })

export const Delegation = z.object({
  id: Id,
  version: Version,
  principal: Person,
  delegate: Person,
  validFrom: Timestamp,
  /** Not included. */
  validTo: Timestamp,
  reason: z.string().meta({ kind: 'text' }),
  status: delegationMachine.status,
  state: DelegationState,
})
export type Delegation = z.output<typeof Delegation>

/**
 * Somebody else decides in the caller's place, both days included: what lies within the scope of both. Throws 403 to who decides nothing.
 */
export const createDelegation = defineCommand({
  path: '/approval-admin/delegations/v1/create',
  permission: SIGNED_IN,
  summary: { vi: 'Uỷ quyền phê duyệt', en: 'Delegate approvals' },
  input: { account: CodeWithDot, from: DateFromToday, to: DateFromToday, reason: RequiredNote(500) },
  output: Delegation,
})

export const revokeDelegation = defineCommand({
  path: '/approval-admin/delegations/v1/revoke',
  permission: SIGNED_IN,
  summary: { vi: 'Kết thúc uỷ quyền', en: 'End a delegation' },
  input: { id: Id, version: Version },
  fires: [delegationMachine, 'revoke'],
  output: Delegation,
})

/** Those the caller gave or was given, newest first; `mayDelegate` when the caller decides anything at all. */
export const listDelegations = defineQuery({
  path: '/approval-admin/delegations/v1/mine',
  permission: SIGNED_IN,
  summary: { vi: 'Uỷ quyền đã giao và được nhận', en: 'Delegations given and received' },
  input: {},
  output: z.object({ mayDelegate: Flag, delegations: z.array(Delegation) }),
})

/** Whom the caller could name, within their own scope: by parts of name or account, 50 at most. Nobody, to who decides nothing. */
export const searchDelegates = defineQuery({
  path: '/approval-admin/delegations/v1/candidates',
  permission: SIGNED_IN,
  summary: { vi: 'Những người có thể được uỷ quyền phê duyệt', en: 'People who can be delegates' },
  input: { text: SearchText },
  output: z.array(Person),
})
