import { AppError, errors } from '#kernel/errors.ts'
import { defineModule, type ServerModule } from '#platform/server/module.ts'
import { merchantErrors } from '../contract/errors.ts'
import { searchMerchants } from '../contract/merchant.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { findMerchants } from './options.ts'

/** Merchants, for selectors of whoever holds one of the permissions: those of the screens that filter by merchant, named by the composition root. */
export const merchantsModule = (permissions: readonly string[]): ServerModule =>
  defineModule({
    name: 'merchants',
    labels: { vi, en },
    errors: merchantErrors,
    register(on) {
      on.query(searchMerchants, (input, ctx) => {
        if (!permissions.some((permission) => ctx.session.permissions.has(permission))) throw new AppError(errors.forbidden)
        return findMerchants(input, ctx)
      })
    },
  })
