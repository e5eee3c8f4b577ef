import { Select } from 'antd'
import { type IncidentContracts, incidentAddress } from '#core/incidents/contract/incidents.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Field } from '#platform/web/kit/form/field.tsx'
import { FormDrawer } from '#platform/web/kit/form/form-drawer.tsx'
import { useSession } from '#platform/web/session/session-store.ts'
import { useAsked, useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { endPage } from '#platform/web/shell/tabs/end-page.ts'
import { CreateFields } from './forms.tsx'
import { joinedNotice } from './incident-actions.tsx'
import { words } from './words.ts'

/** How people part codes that they paste: a column of a sheet, lines, or a list in a sentence. */
const SEPARATORS = [',', ';', '\t', '\n', ' ']

/** A new incident on a page of its own: about one record or several, whose codes may be pasted or come with the address. */
function NewIncident({ contracts }: { contracts: IncidentContracts }) {
  const labels = useLabels(words)
  const { tabId } = useScreen()
  const [subjectCode, ...otherCodes] = (useAsked().get('codes') ?? '').split(',').filter(Boolean)
  const staff = { channel: 'INTERNAL', reporterKind: 'STAFF', reporterName: useSession.getState().user?.fullName }
  let made: string | undefined
  return (
    <FormDrawer
      contract={contracts.create}
      title={labels.text('newIncident')}
      done={labels.text('createdDone')}
      entity="incidents.incident"
      size={760}
      initial={subjectCode === undefined ? { channel: 'PHONE', reporterKind: 'CUSTOMER' } : { ...staff, subjectCode, otherCodes }}
      onDone={(output) => {
        made = output.id
        joinedNotice(output)
      }}
      onClose={() => endPage(tabId, made === undefined ? contracts.routes.list : incidentAddress(contracts, made))}
    >
      <CreateFields contracts={contracts} />
      <Field name="otherCodes" help={labels.text('otherCodesHint')}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={SEPARATORS} />
      </Field>
    </FormDrawer>
  )
}

export default (contracts: IncidentContracts) => () => <NewIncident contracts={contracts} />
