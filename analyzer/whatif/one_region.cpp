// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/one_region.h"

#include "analyzer/teams/gathering.h"

#include <algorithm>

namespace tare {

BarrierPrice barrierPrice(std::shared_ptr<const MeasuredMachine> machine, TeamSetting setting,
                          double ticks_per_second) {
  return [machine = std::move(machine), setting,
          ticks_per_second](Ticks alone) -> std::optional<double> {
    if (!machine)
      return {};
    auto costOf = [&](double work_s, double is_alone) {
      return machine->meeting(setting, MeetingKind::Barrier, work_s, is_alone);
    };
    auto behind = costOf(static_cast<double>(alone) / ticks_per_second, 1), least = costOf(1e-6, 0);
    if (!behind || !least)
      return {};
    return std::max({behind->time_s, least->time_s, 0.0}) * ticks_per_second;
  };
}

// A thinned log does not tell each gap: all are alike.
OneRegion::OneRegion(const Profile &profile, const Teams &teams, BarrierPrice barrier)
    : barrier_(std::move(barrier)),
      hardly_any_(static_cast<Ticks>(2e-6 * profile.ticks_per_second)) {
  Ticks serial = 0, last = 0;
  for (const ProfileThread &thread : profile.threads)
    serial += thread.initial ? thread.serial_ticks + thread.sum(Spent::Serial).ticks : 0;
  Ticks each = serial / static_cast<Ticks>(std::max<uint64_t>(profile.regions, 1));
  for (const RegionInstance &instance : teams.instances()) {
    if (instance.nested || !instance.first || !instance.last)
      continue;
    const Segment &from = segmentAt(profile, *instance.first);
    const Segment &to = segmentAt(profile, *instance.last);
    serial_before_[from.instance] = profile.log_complete ? from.open - last : each;
    last = std::max({last, to.leave, to.arrive});
  }
}

OneRegion::Start OneRegion::startOf(uint64_t instance, Ticks fork) const {
  auto found = serial_before_.find(instance);
  Ticks between = found == serial_before_.end() ? 0 : found->second;
  std::optional<double> barrier = barrier_ ? barrier_(between) : std::nullopt;
  auto most = static_cast<double>(fork);
  double now = std::min(barrier.value_or(most), most);
  if (barrier && between >= hardly_any_)
    return {cutTicks(now), 0};
  return {cutTicks(0.75 * now), now / 2};
}

} // namespace tare
