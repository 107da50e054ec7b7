import { SetPersonPreferencesDocument } from '../../generated/documents.ts';
import { one } from '../answer.ts';
import { route } from '../route.ts';

export const personPreferences = [route('PATCH /people/preferences', SetPersonPreferencesDocument, one)];
