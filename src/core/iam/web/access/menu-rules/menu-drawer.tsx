import { Tabs } from 'antd'
import type { listClients } from '#core/iam/contract/access/clients.ts'
import { listMenuRules } from '#core/iam/contract/access/menu-rules.ts'
import type { RowOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { words } from '../words.ts'
import { MenuPreview } from './menu-preview.tsx'
import { MenuRules } from './menu-rules.tsx'
import '#platform/web/kit/detail/browse.css'
import '../access.css'

/** Which gated items of an application's menu are shown to whom, and the menu as somebody sees it. */
export function MenuDrawer({ row: client, onClose }: DialogProps<RowOf<typeof listClients>>) {
  const labels = useLabels(words)
  const language = useLanguage()
  const query = useContractQuery(listMenuRules, { application: client.code }, { quiet: true })
  const name = language === 'en' ? client.nameEn : client.nameVi
  return (
    <RecordDrawer query={query} title={labels.text('menuOf', { name })} onClose={onClose}>
      {(data) => (
        <Tabs
          items={[
            {
              key: 'rules',
              label: labels.text('tabRules', { count: data.rules.length }),
              children: <MenuRules application={client.code} {...data} />,
            },
            { key: 'preview', label: labels.text('tabPreview'), children: <MenuPreview application={client.code} /> },
          ]}
        />
      )}
    </RecordDrawer>
  )
}
