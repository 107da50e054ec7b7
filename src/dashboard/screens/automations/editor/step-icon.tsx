import {
  BookmarkFilledIcon,
  BookmarkIcon,
  ClockIcon,
  EnvelopeClosedIcon,
  ExitIcon,
  LightningBoltIcon,
  Link2Icon,
  MinusCircledIcon,
  Pencil1Icon,
  PersonIcon,
  PlusCircledIcon,
  QuestionMarkCircledIcon,
  ShuffleIcon,
  StopwatchIcon,
  TargetIcon,
  TimerIcon,
} from '@radix-ui/react-icons';
import type { PartName } from '../definition/part-errors.ts';
import type { StepType } from '../definition/step.ts';

const ICONS: Record<StepType | PartName, typeof TimerIcon> = {
  send: EnvelopeClosedIcon,
  wait: TimerIcon,
  wait_for: StopwatchIcon,
  condition: QuestionMarkCircledIcon,
  split: ShuffleIcon,
  add_tags: BookmarkFilledIcon,
  remove_tags: BookmarkIcon,
  set_attribute: Pencil1Icon,
  subscribe: PlusCircledIcon,
  unsubscribe: MinusCircledIcon,
  webhook: Link2Icon,
  exit: ExitIcon,
  trigger: LightningBoltIcon,
  entry: PersonIcon,
  exits: TargetIcon,
  sendWindow: ClockIcon,
};

/** A sign for a kind of step, or of another part. */
export function StepIcon({ of }: { of: StepType | PartName }) {
  const Icon = ICONS[of];
  return <Icon aria-hidden />;
}
