import { defineModule } from '#platform/server/module.ts'
import { cobErrors } from '../contract/errors.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'

/** Cash on delivery: items, who holds their money, deposits, key accounts and what they are paid. */
export const cobModule = defineModule({
  name: 'cob',
  labels: { vi, en },
  errors: cobErrors,
  register() {},
})
