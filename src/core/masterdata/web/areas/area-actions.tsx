import { Checkbox, Form, Input, Select } from 'antd'
import { closeArea, createArea, findArea, linkSuccessor, reviseArea, unlinkSuccessor, updateArea } from '#core/masterdata/contract/areas/area.ts'
import { AREA_LEVELS, type AreaLevel, CODE_LENGTH, KINDS_OF_LEVEL, SUCCESSION_KINDS } from '#core/masterdata/contract/areas/area-kinds.ts'
import { locationCommunes, locationDistricts, locationProvinces } from '#core/masterdata/contract/areas/location.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { addDays } from '#kernel/dates.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act, create, edit } from '#platform/web/kit/actions/actions.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { RowTable } from '#platform/web/kit/form/row-table.tsx'
import { StatusSwitch } from '#platform/web/kit/form/status-switch.tsx'
import { words } from '../words.ts'
import { AreaSelect, KindSelect, ParentInput } from './area-inputs.tsx'

interface Fields {
  record: OutputOf<typeof findArea>
}

const read = findArea
/** The choices of forms elsewhere. */
const invalidates = [locationProvinces, locationDistricts, locationCommunes]

function CreateFields() {
  const labels = useLabels(words)
  const form = Form.useFormInstance()
  return (
    <>
      <Field name="level">
        <Select
          options={AREA_LEVELS.map((level) => ({ value: level, label: labels.enumValue('masterdata.areaLevel', level) }))}
          onChange={(level: AreaLevel) => form.setFieldsValue({ kind: KINDS_OF_LEVEL[level][0], parentCode: undefined })}
        />
      </Field>
      <Field name="validFrom" />
      <Form.Item noStyle dependencies={['level', 'validFrom']}>
        {() => <LevelFields level={form.getFieldValue('level') as AreaLevel} asOf={form.getFieldValue('validFrom') as string | undefined} />}
      </Form.Item>
      <Field name="validTo" />
    </>
  )
}

function LevelFields({ level, asOf }: { level: AreaLevel; asOf: string | undefined }) {
  return (
    <>
      {level !== 'PROVINCE' && (
        <Field name="parentCode" needed chosen>
          <ParentInput level={level} asOf={asOf} />
        </Field>
      )}
      <Field name="kind">
        <KindSelect level={level} />
      </Field>
      <Field name="name" />
      <Field name="code">
        <Input autoComplete="off" inputMode="numeric" maxLength={CODE_LENGTH[level]} className="bt-num" />
      </Field>
    </>
  )
}

export const newArea = create(createArea, CreateFields, { values: () => ({ level: 'COMMUNE', kind: 'WARD' }), invalidates })

export const editArea: Action<{ id: string }> = edit(
  updateArea,
  ({ record: { level } }: Fields) => (
    <>
      <Field name="kind">
        <KindSelect level={level} />
      </Field>
      <Field name="name" />
      <Field name="status">
        <StatusSwitch />
      </Field>
    </>
  ),
  { read, invalidates },
)

function ReviseFields({ record: { level } }: Fields) {
  const form = Form.useFormInstance()
  return (
    <>
      <Field name="from" />
      <Field name="kind">
        <KindSelect level={level} />
      </Field>
      <Field name="name" />
      {level !== 'PROVINCE' && (
        <Form.Item noStyle dependencies={['from']}>
          {() => (
            <Field name="parentCode">
              <ParentInput level={level} asOf={form.getFieldValue('from') as string | undefined} />
            </Field>
          )}
        </Form.Item>
      )}
      <Field name="note" />
    </>
  )
}

export const changeArea: Action<{ id: string }> = edit(reviseArea, ReviseFields, { key: 'revise', read, invalidates })

function SuccessionSelect(props: { id?: string; value?: string; onChange?: (value: string) => void; 'aria-label'?: string }) {
  const labels = useLabels(words)
  return <Select {...props} options={SUCCESSION_KINDS.map((kind) => ({ value: kind, label: labels.enumValue('masterdata.succession', kind) }))} />
}

function CloseFields({ record: { level } }: Fields) {
  const labels = useLabels(words)
  const form = Form.useFormInstance()
  return (
    <>
      <Field name="lastDay" />
      {level !== 'COMMUNE' && (
        <Field name="withChildren" label="" valuePropName="checked">
          <Checkbox>{labels.field('area', 'withChildren')}</Checkbox>
        </Field>
      )}
      <Form.Item noStyle dependencies={['lastDay']}>
        {() => <Successors level={level} lastDay={form.getFieldValue('lastDay') as string | undefined} />}
      </Form.Item>
      <Field name="note" />
    </>
  )
}

/** Rows of area and kind; offered are the areas of the day after. */
function Successors({ level, lastDay }: { level: AreaLevel; lastDay: string | undefined }) {
  const labels = useLabels(words)
  return (
    <RowTable
      name="successors"
      title={labels.field('area', 'successors')}
      entity="masterdata.succession"
      columns={[
        { field: 'id', input: <AreaSelect level={level} asOf={lastDay && addDays(lastDay, 1)} /> },
        { field: 'kind', input: <SuccessionSelect /> },
      ]}
      start={(rows) => ({ kind: rows === 0 ? 'WHOLE' : 'PART' })}
    />
  )
}

export const endArea: Action<{ id: string; validTo: string | null }> = act(closeArea, {
  read,
  danger: true,
  size: 560,
  ask: CloseFields,
  values: () => ({ withChildren: false, successors: [] }),
  when: ({ validTo }) => validTo === null,
  invalidates,
})

function LinkFields({ record: { level, validTo } }: Fields) {
  const labels = useLabels(words)
  return (
    <>
      <Field name="newId" label={labels.field('area', 'successors')}>
        <AreaSelect level={level} asOf={validTo ? addDays(validTo, 1) : undefined} />
      </Field>
      <Field name="kind" label={labels.field('succession', 'kind')}>
        <SuccessionSelect />
      </Field>
      <Field name="note" />
    </>
  )
}

export const linkArea: Action<{ id: string }> = act(linkSuccessor, {
  key: 'link',
  read,
  ask: LinkFields,
  values: () => ({ kind: 'WHOLE' }),
  toInput: (_, { id }) => ({ oldId: id }),
})

interface Succession {
  oldId: string
  newId: string
  oldName: string
  newName: string
}

export const unlinkArea = act<typeof unlinkSuccessor, Succession>(unlinkSuccessor, {
  key: 'unlink',
  danger: true,
  toInput: (_, { oldId, newId }) => ({ oldId, newId }),
})
