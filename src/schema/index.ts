import './scalars.ts';
import './pagination.ts';
import './list.ts';
import './subscriber.ts';
import './import.ts';
import './subscribe-batch.ts';
import './subscriber-changes.ts';
import './contact-field.ts';
import './tag.ts';
import './suppression.ts';
import './person-tracking.ts';
import './segment.ts';
import './event.ts';
import './conversion.ts';
import './revenue.ts';
import './template.ts';
import './token.ts';
import './team.ts';
import './transactional-mail.ts';
import './sending-domain.ts';
import './feedback-source.ts';
import './activity.ts';
import { builder } from './builder.ts';

/** The product's only front door. */
export const schema = builder.toSchema();
