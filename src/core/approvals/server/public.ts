/** The door of approvals: kinds are defined here, requests asked for, pending ones shown. See docs/approvals.md. */
export { type Ask, type Asked, answeredOtherwise, ask, askFromOutside } from './ask.ts'
export { accountsBehind } from './authority.ts'
export { staleRequests } from './control-rules.ts'
export { lockPending, supersede } from './decide.ts'
export { evidenceKind } from './evidence.ts'
export { expireDue } from './expiry.ts'
export { pendingFor } from './inbox.ts'
export {
  type ApprovalContext,
  type ApprovalKind,
  type DecidedContext,
  type Described,
  defineApprovalKind,
  type Ground,
  type HeldRequest,
  payloadHash,
  type Release,
} from './kind.ts'
export { approvalsModule } from './module.ts'
export { agreedMaker, makersOf } from './owners.ts'
export { pendingWithin } from './pending.ts'
export { decidedBy, defineRecordApproval, pendingAnswer, pendingRequest } from './record-kind.ts'
