import { ErasePersonDocument } from '../../generated/documents.ts';
import { gone } from '../answer.ts';
import { route } from '../route.ts';

export const people = [route('POST /people/erase', ErasePersonDocument, gone)];
