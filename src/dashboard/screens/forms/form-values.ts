import type { FormDesign, FormKind, FormRowFragment } from '../../../generated/dashboard/forms.ts';
import { orNull } from '../../editing/use-fields.ts';

/** A field of a form while it is edited. */
export interface FormField {
  field: string;
  label: string;
  required: boolean;
  hidden: boolean;
  value: string;
}

/** A form as its editor begins with it. */
export const valuesOf = (form: FormRowFragment | undefined, firstList: string) => ({
  name: form?.name ?? '',
  kind: form?.kind ?? ('INLINE' as FormKind),
  design: form?.design ?? ('CLEAN' as FormDesign),
  openAfterSeconds: form?.openAfterSeconds ?? null,
  openAfterPercent: form?.openAfterPercent ?? null,
  openOnLeave: form?.openOnLeave ?? false,
  repeatAfterDays: (form?.repeatAfterDays ?? null) as number | null,
  listId: form?.listId ?? firstList,
  title: form?.title ?? '',
  text: form?.text ?? '',
  button: form?.button ?? '',
  locale: form?.locale ?? '',
  consentText: form?.consentText ?? '',
  successTitle: form?.successTitle ?? '',
  successText: form?.successText ?? '',
  redirectUrl: form?.redirectUrl ?? '',
  tags: form?.tags ?? [],
  hosts: form?.hosts ?? [],
  proofOfWork: form?.proofOfWork ?? false,
  refuseDisposable: form?.refuseDisposable ?? false,
  keepAddress: form?.keepAddress ?? false,
  list: undefined, // by which an error may name it
  fields: (form?.fields ?? []).map(
    ({ field, label, required, hidden, value }): FormField => ({
      field,
      required,
      hidden,
      label: label ?? '',
      value: value ?? '',
    }),
  ),
});

export type FormValues = ReturnType<typeof valuesOf>;

/** As the API wants it: an empty text is its default. */
export const inputOf = ({ list: _, fields, ...values }: FormValues) => ({
  ...values,
  title: orNull(values.title),
  text: orNull(values.text),
  button: orNull(values.button),
  locale: orNull(values.locale),
  consentText: orNull(values.consentText),
  successTitle: orNull(values.successTitle),
  successText: orNull(values.successText),
  redirectUrl: orNull(values.redirectUrl),
  fields: fields.map(({ label, value, hidden, ...field }) => ({
    ...field,
    hidden,
    label: orNull(label),
    value: hidden ? orNull(value) : null,
  })),
});

/** The values that the preview shows. Hidden fields are not there, and may be unfinished. */
export function previewOf(values: FormValues) {
  const { kind, design, title, text, button, fields, locale, consentText, successTitle, successText } = inputOf(values);
  return {
    kind,
    design,
    title,
    text,
    button,
    locale,
    consentText,
    successTitle,
    successText,
    listId: orNull(values.listId),
    fields: fields.filter(({ hidden }) => !hidden),
  };
}
