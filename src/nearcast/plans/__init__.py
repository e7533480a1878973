"""Plans: which partitions subscriptions and messages go to, as pure functions over statistics."""

from nearcast.plans.catalogue import PLANS, open_plan, plan_named
from nearcast.plans.dealing import dealt
from nearcast.plans.figures import Figures, figures_of, predicted
from nearcast.plans.plan import Plan
from nearcast.plans.routes import Routes
from nearcast.plans.statistics import Statistics, open_statistics, statistics_of

__all__ = [
    "PLANS",
    "Figures",
    "Plan",
    "Routes",
    "Statistics",
    "dealt",
    "figures_of",
    "open_plan",
    "open_statistics",
    "plan_named",
    "predicted",
    "statistics_of",
]
