import { RecordHistory } from '#core/audit/web/public.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { findApp } from '../contract/apps.ts'
import { paths } from './paths.ts'
import { words } from './words.ts'

/** An app with its redirect addresses, and the way to what was paid in it. */
export function AppDrawer({ row: { id, name }, onClose }: DialogProps<{ id: string; name: string }>) {
  const labels = useLabels(words)
  const names = useNames('sdk.platform')
  const query = useContractQuery(findApp, { id }, { quiet: true })
  return (
    <RecordDrawer query={query} title={labels.text('appTitle', { name })} size={640} onClose={onClose}>
      {(app) => (
        <>
          <FieldList
            schema={findApp.output}
            value={app}
            entity="sdk.app"
            fields={[
              'code',
              'partnerName',
              'status',
              ...(app.stepNote === '' ? [] : (['stepNote'] as const)),
              { field: 'platforms', render: () => app.platforms.map((one) => names.enumValue('sdk.platform', one)).join(', ') },
              {
                field: 'redirects',
                render: () => (app.redirects.length === 0 ? <span className="bt-none">—</span> : app.redirects.map((one) => <div key={one}>{one}</div>)),
              },
              'createdAt',
              'updatedBy',
              'updatedAt',
            ]}
          />
          <p>
            <PageLink to={`${paths.transactions}?${new URLSearchParams({ appCode: app.code })}`}>{labels.text('toList')}</PageLink>
          </p>
          <RecordHistory subjectType="sdk.app" subjectId={id} />
        </>
      )}
    </RecordDrawer>
  )
}
