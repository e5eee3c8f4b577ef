import { defineModule } from '#platform/server/module.ts'
import { feeErrors } from '../contract/fees.ts'
import { POLICIES, policyErrors } from '../contract/policies.ts'
import { releaseErrors, submitPolicy } from '../contract/release.ts'
import { clonePolicy, endPolicy, policyRevisions, revisionErrors } from '../contract/revisions.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { registerPolicies } from './policies.ts'
import { submit } from './release.ts'
import { clone, end, revisionsOf } from './revisions.ts'

/** Product policies: revisions of fees that two people agree to, in force by day. */
export const policyModule = defineModule({
  name: 'policy',
  audit: { subjects: { 'policy.policy': { vi: 'Chính sách sản phẩm', en: 'Product policy' } } },
  labels: { vi, en },
  wholeSystem: ['create', 'update', 'delete', 'submit', 'close'].map((action) => `${POLICIES}/${action}`),
  errors: { ...policyErrors, ...feeErrors, ...revisionErrors, ...releaseErrors },
  register(on) {
    registerPolicies(on)
    on.query(policyRevisions, revisionsOf)
    on.command(clonePolicy, clone)
    on.command(submitPolicy, submit)
    on.command(endPolicy, end)
  },
})
