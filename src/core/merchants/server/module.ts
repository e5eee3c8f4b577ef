import type { ApprovalKind } from '#core/approvals/server/public.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { defineModule, type ServerModule } from '#platform/server/module.ts'
import { inquireAccount, proposeAccount, proposeStatus, proposeTerms } from '../contract/changes.ts'
import { merchantErrors } from '../contract/errors.ts'
import { searchMerchants } from '../contract/merchant.ts'
import {
  changeFacts,
  createMerchant,
  discardMerchant,
  findMerchant,
  listMerchants,
  lockMerchant,
  submitMerchant,
  updateMerchant,
} from '../contract/merchants.ts'
import { createPlan, findPlan, listPlans, proposeRevision } from '../contract/plans.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { proposeOther } from './account-change.ts'
import { inquire } from './account-check.ts'
import { proposeTo } from './closing.ts'
import { changeTheFacts, create, discard, lock, update } from './drafts.ts'
import { merchantDetail, merchantList } from './list-query.ts'
import { submit } from './opening.ts'
import { findMerchants } from './options.ts'
import { registerPlans } from './plan-admin.ts'
import { MERCHANT, PLAN } from './records.ts'
import { propose } from './terms.ts'

/**
 * Merchants, for selectors of whoever holds one of the permissions: those of the screens that filter by merchant, named by the composition root, as is
 * the kind by which they are closed.
 */
export const merchantsModule = (permissions: readonly string[], status: ApprovalKind): ServerModule =>
  defineModule({
    name: 'merchants',
    labels: { vi, en },
    errors: merchantErrors,
    audit: {
      subjects: {
        [MERCHANT]: { vi: 'Điểm bán', en: 'Merchant', entity: 'merchants.merchant' },
        [PLAN]: { vi: 'Biểu phí điểm bán', en: 'Fee plan of merchants', entity: 'merchants.plan' },
      },
    },
    // Fee plans stand below no unit.
    wholeSystem: [listPlans, listPlans.export, findPlan, createPlan, proposeRevision].map(({ permission }) => permission),
    register(on) {
      on.query(searchMerchants, (input, ctx) => {
        if (![...permissions, listMerchants.permission].some((permission) => ctx.session.permissions.has(permission))) throw new AppError(errors.forbidden)
        return findMerchants(input, ctx)
      })
      on.list(listMerchants, merchantList)
      on.query(findMerchant, merchantDetail)
      on.query(inquireAccount, inquire)
      on.command(createMerchant, create)
      on.command(updateMerchant, update)
      on.command(changeFacts, changeTheFacts)
      on.command(discardMerchant, discard)
      on.command(lockMerchant, lock)
      on.command(submitMerchant, submit)
      on.command(proposeTerms, propose)
      on.command(proposeAccount, proposeOther)
      on.command(proposeStatus, (input, ctx) => proposeTo(status, input, ctx))
      registerPlans(on)
    },
  })
