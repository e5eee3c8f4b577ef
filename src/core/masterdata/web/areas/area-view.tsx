import { findArea, listAreas } from '#core/masterdata/contract/areas/area.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLanguage } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { ActionHost, useOpenAction } from '#platform/web/kit/actions/action-host.tsx'
import { show } from '#platform/web/kit/actions/actions.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { AreaPanel } from './area-panel.tsx'

/** An area beside its list; others are opened in its place. */
export const viewArea = show(AreaDrawer)

export function useOpenArea(): (id: string) => void {
  const open = useOpenAction()
  return (id) => open(viewArea, { id })
}

function AreaDrawer({ row: { id }, onClose }: DialogProps<{ id: string }>) {
  const language = useLanguage()
  const open = useOpenArea()
  const query = useContractQuery(findArea, { id }, { keepPrevious: true, quiet: true })
  return (
    <RecordDrawer
      query={query}
      size={760}
      onClose={onClose}
      title={({ code, fullName, fullNameEn }) => `${language === 'en' ? fullNameEn : fullName} (${code})`}
    >
      {/* What is asked in the panel stands over it, and leads back to it. */}
      {() => (
        <ActionHost entity={listAreas.entity} schema={findArea.output} nameOf={({ fullName }: OutputOf<typeof findArea>) => fullName}>
          <AreaPanel id={id} onOpen={open} />
        </ActionHost>
      )}
    </RecordDrawer>
  )
}
