import { preferencesErrors } from '#core/preferences/contract/errors.ts'
import { SHARE_WITH_ALL } from '#kernel/views.ts'
import { defineModule } from '#platform/server/module.ts'
import { registerPreferences } from './preferences.ts'
import { registerViews } from './views.ts'

export const preferencesModule = defineModule({
  name: 'preferences',
  audit: {
    subjects: {
      'preferences.list_view': {
        vi: 'Chế độ xem',
        en: 'View',
        fields: {
          list: { vi: 'Danh sách', en: 'List' },
          name: { vi: 'Tên', en: 'Name' },
          audience: { vi: 'Dùng cho', en: 'Audience' },
          content: { vi: 'Nội dung', en: 'Content' },
        },
      },
    },
  },
  errors: preferencesErrors,
  permissions: { [SHARE_WITH_ALL]: { vi: 'Chế độ xem dùng chung cho mọi người', en: 'List views shared with everyone' } },
  register(on) {
    registerPreferences(on)
    registerViews(on)
  },
})
