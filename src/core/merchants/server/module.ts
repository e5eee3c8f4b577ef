import { defineModule } from '#platform/server/module.ts'
import { merchantErrors } from '../contract/errors.ts'
import { searchMerchants } from '../contract/merchant.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { findMerchants } from './options.ts'

export const merchantsModule = defineModule({
  name: 'merchants',
  labels: { vi, en },
  errors: merchantErrors,
  register(on) {
    on.query(searchMerchants, findMerchants)
  },
})
