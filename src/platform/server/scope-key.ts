import type { ScopeGrant } from './session/session.ts'

/** A scope in a form in which equal ones are equal texts. */
export function scopeKey(grant: ScopeGrant): string {
  switch (grant.kind) {
    case 'UNITS':
      return `UNITS ${grant.units
        .map(({ id }) => id)
        .sort()
        .join(',')}`
    case 'UNIT':
    case 'UNIT_AND_BELOW':
      return `${grant.kind} ${grant.unit.id}`
    case 'SELF':
      return `SELF ${grant.userId}`
    case 'PARTNER':
      return `PARTNER ${grant.partnerId}`
    default:
      return grant.kind
  }
}
