import { enumOf } from '#kernel/primitives.ts'

export const SCOPE_KINDS = ['ALL', 'UNITS', 'UNIT_AND_BELOW', 'UNIT', 'SELF', 'PARTNER'] as const
/** How far a person sees. */
export const ScopeKind = enumOf('iam.sign-in.scopeKind', SCOPE_KINDS)
